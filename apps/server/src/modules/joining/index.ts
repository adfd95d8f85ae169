export { joiningHttp } from './http.ts'
export { type JoiningService, joiningService } from './service.ts'
