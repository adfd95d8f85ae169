export type { DepartmentPaths } from './departmentPaths.ts'
export { createDirectoryService, type DirectoryService } from './service.ts'
export { createSqlDirectoryStore } from './store.sql.ts'
export type { DepartmentRow } from './store.ts'
