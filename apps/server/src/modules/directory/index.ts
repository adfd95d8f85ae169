export { type DirectoryService, directoryService } from './service.ts'
export type { Department } from './store.ts'
export { sqlDirectoryStore } from './store.sql.ts'
