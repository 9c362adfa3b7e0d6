/** Folders that make a folder a project with settings. */
export const SETTINGS_FOLDERS = ['.assay', '.agentv'];
