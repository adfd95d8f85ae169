export { callingHttp } from './http.ts'
export { createCalling } from './service.ts'
