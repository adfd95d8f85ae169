export { personalHttp } from './http.ts'
export { createPersonalService } from './service.ts'
