export { directoryHttp } from './http.ts'
export { type DirectoryService, directoryService } from './service.ts'
export { sqlDirectoryStore } from './store.sql.ts'
export type { Department } from './store.ts'
