export { companyHttp } from './http.ts'
export type { Company, CompanyStore } from './store.ts'
export { sqlCompanyStore } from './store.sql.ts'
