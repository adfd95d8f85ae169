export { joiningHttp } from './http.ts'
export { createJoiningService, type JoiningService } from './service.ts'
