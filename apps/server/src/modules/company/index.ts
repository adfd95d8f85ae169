export { companyHttp } from './http.ts'
export { sqlCompanyStore } from './store.sql.ts'
export type { Company, CompanyStore } from './store.ts'
