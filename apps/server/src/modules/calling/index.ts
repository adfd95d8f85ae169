export { createCalling } from './service.ts'
