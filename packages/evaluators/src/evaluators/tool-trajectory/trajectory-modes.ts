/** How the calls of a trajectory are compared with the expected ones. */
export const TRAJECTORY_MODES = ['any_order', 'in_order', 'exact'] as const;
export type TrajectoryMode = (typeof TRAJECTORY_MODES)[number];
