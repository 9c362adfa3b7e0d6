# Adjusted p-values, power, quantiles, t intervals, weights of voters and correlations of their errors by R. Writes test/reference/tests.json.
folder <- dirname(sub("--file=", "", grep("--file=", commandArgs(), value = TRUE)[1]))
number <- function(x) sprintf("%.17g", x)
list_of <- function(x) paste0("[", paste(number(x), collapse = ","), "]")
rows <- function(frame) paste0("[", paste(apply(frame, 1, list_of), collapse = ",\n"), "]")
power <- expand.grid(n = c(2, 3, 10, 50, 400), shift = c(0, 0.02, 0.3, 1.1), alpha = c(0.01, 0.05), sides = c(1, 2))
power$power <- mapply(function(n, shift, alpha, sides) power.t.test(n = n, delta = shift, sd = 0.7, sig.level = alpha, type = "one.sample",
  alternative = if (sides == 1) "one.sided" else "two.sided", strict = TRUE)$power, power$n, power$shift, power$alpha, power$sides)
needed <- expand.grid(delta = c(0.02, 0.1, 0.6), power = c(0.8, 0.95))
needed$n <- mapply(function(delta, power) ceiling(power.t.test(delta = delta, sd = 0.4, power = power, type = "one.sample", strict = TRUE)$n), needed$delta, needed$power)
smallest <- expand.grid(n = c(5, 40, 1000), power = c(0.8, 0.9))
smallest$delta <- mapply(function(n, power) power.t.test(n = n, power = power, sd = 0.4, type = "one.sample", strict = TRUE, tol = 1e-14)$delta, smallest$n, smallest$power)
set.seed(3)
p <- round(c(runif(8), runif(8, 0, 0.02), 0.5, 0.5, 0, 1), 4)
values <- round(rnorm(23), 3)
q <- c(0, 0.01, 0.25, 0.5, 0.77, 0.95, 1)
counts <- rbind(c(48, 50, 40, 50), c(9, 10, 3, 20), c(0, 0, 0, 0), c(30, 30, 5, 5), c(12.5, 20, 17.25, 30), c(3, 40, 2, 25))
weight <- qlogis(((counts[, 1] + 1) / (counts[, 2] + 2) + (counts[, 3] + 1) / (counts[, 4] + 2)) / 2)
weights <- paste(sprintf('{"counts": %s, "weight": %s}', apply(counts, 1, list_of), number(weight)), collapse = ",\n")
votes <- lapply(c(2, 3, 5), function(voters) {
  hard <- runif(60)
  wrong <- sapply(seq_len(voters), function(voter) as.integer(runif(60) < 0.1 + 0.5 * (hard < 0.3)))
  times <- if (voters == 3) rep(c(1, 4), 30) else rep(1, 60)
  correlations <- cov.wt(wrong, wt = times / sum(times), cor = TRUE, method = "ML")$cor
  rho <- mean(correlations[upper.tri(correlations)])
  sprintf('{"wrong": [%s], "weights": %s, "correlation": %s, "votes": %s}', paste(apply(wrong, 1, list_of), collapse = ","), list_of(times), number(rho), number(voters / (1 + (voters - 1) * rho)))
})
writeLines(paste0('{\n"power": ', rows(power), ',\n"needed": ', rows(needed), ',\n"smallest": ', rows(smallest), ',\n"p": ', list_of(p), ',\n"holm": ',
  list_of(p.adjust(p, "holm")), ',\n"benjaminiHochberg": ', list_of(p.adjust(p, "BH")), ',\n"values": ', list_of(values), ',\n"q": ', list_of(q),
  ',\n"quantiles": ', list_of(quantile(values, q)), ',\n"tInterval": ', list_of(t.test(values, conf.level = 0.9)$conf.int), ',\n"weights": [', weights, '],\n"votes": [', paste(votes, collapse = ",\n"), ']\n}'),
  file.path(folder, "../test/reference/tests.json"))
