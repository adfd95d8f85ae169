export { personalHttp } from './http.ts'
export { personalService } from './service.ts'
