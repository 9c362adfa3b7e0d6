# Beta, gamma, normal, Student and chi-square by R, which is exact where others lose digits. Writes test/reference/distributions.json.
folder <- dirname(sub("--file=", "", grep("--file=", commandArgs(), value = TRUE)[1]))
number <- function(x) ifelse(is.infinite(x), ifelse(x > 0, '"Infinity"', '"-Infinity"'), sprintf("%.17g", x))
rows <- function(frame) paste0("[", paste(apply(frame, 1, function(row) paste0("[", paste(number(row), collapse = ","), "]")), collapse = ",\n"), "]")

sizes <- c(1e-3, 0.1, 0.5, 1, 2.5, 17, 300, 1e4, 1e6)
chances <- c(1e-12, 1e-6, 0.001, 0.025, 0.3, 0.5, 0.9, 0.975, 0.9999)

beta <- expand.grid(a = sizes, b = sizes, p = c(1e-6, 0.025, 0.5, 0.9))
beta$x <- qbeta(beta$p, beta$a, beta$b)
# Places that a quantile rounds to 0 or 1 tell nothing.
beta <- beta[beta$x > 1e-300 & beta$x < 1 - 1e-3, ]
beta$p <- pbeta(beta$x, beta$a, beta$b)
beta$upper <- pbeta(beta$x, beta$a, beta$b, lower.tail = FALSE)
beta <- beta[beta$p > 1e-14 & beta$upper > 1e-14, ]

gamma <- expand.grid(a = sizes, p = chances)
gamma$x <- qgamma(gamma$p, gamma$a)
gamma <- gamma[gamma$x > 1e-300, ]
gamma$p <- pgamma(gamma$x, gamma$a)
gamma$upper <- pgamma(gamma$x, gamma$a, lower.tail = FALSE)

# Above 4e5 degrees R takes an approximation.
degrees <- c(0.5, 1, 2, 3.7, 10, 99, 1e4, 3.9e5)
student <- expand.grid(degrees = degrees, t = c(-40, -8, -2.5, -1, -0.01, 0, 1e-6, 0.3, 1.96, 5, 1e5))
student$p <- pt(student$t, student$degrees)
studentQuantile <- expand.grid(degrees = degrees, p = c(1e-10, 0.001, 0.025, 0.25, 0.49999, 0.7, 0.975, 0.9995))
studentQuantile$t <- qt(studentQuantile$p, studentQuantile$degrees)

chi <- expand.grid(degrees = c(0.1, 1, 2, 5.5, 60, 1e5), p = c(1e-9, 0.01, 0.3, 0.5, 0.95, 0.999))
chi$x <- qchisq(chi$p, chi$degrees)
chi$p <- pchisq(chi$x, chi$degrees)

z <- c(-38, -37, -20, -10, -6, -3, -1.96, -1, -0.5, -1e-8, 0, 1e-3, 0.7, 1.5, 2.5758, 4, 8)
normal <- data.frame(z = z, p = pnorm(z))
p <- c(1e-300, 1e-100, 1e-20, 1e-9, 1e-4, 0.025, 0.074, 0.0751, 0.3, 0.5, 0.6, 0.92, 0.9251, 0.975, 0.99999, 1 - 1e-12)
normalQuantile <- data.frame(p = p, z = qnorm(p))

x <- c(1e-10, 1e-3, 0.1, 0.5, 0.9, 1.4616, 2.5, 7, 14.99, 15, 100.5, 1e6, 1e100, 1e300)
logGamma <- data.frame(x = x, value = lgamma(x))

parts <- list(beta = beta[c("a", "b", "x", "p", "upper")], gamma = gamma[c("a", "x", "p", "upper")], student = student,
  studentQuantile = studentQuantile, chiSquare = chi[c("degrees", "x", "p")], normal = normal,
  normalQuantile = normalQuantile, logGamma = logGamma)
texts <- mapply(function(name, frame) paste0('"', name, '": ', rows(frame)), names(parts), parts)
writeLines(paste0("{\n", paste(texts, collapse = ",\n"), "\n}"), file.path(folder, "../test/reference/distributions.json"))
