export { joiningHttp } from './http.ts'
export { createKeyedHash } from './keyedHash.ts'
export { createRights } from './rights.ts'
export { createJoiningService, type JoiningService } from './service.ts'
