export { companyOption, findCompany } from './findCompany.ts'
export { createFindPersonalCompany } from './personalCompany.ts'
export { createSqlCompanyStore } from './store.sql.ts'
export { type Company, CompanySettings, type CompanyStore } from './store.ts'
