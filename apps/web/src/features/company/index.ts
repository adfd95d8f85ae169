export { CompanyButton, CompanySwitcher } from './CompanyButton.tsx'
export { companyName, getEnterprises, getSelectableCompanies } from './companies.ts'
export { Invitations } from './Invitations.tsx'
export { checkCompany } from './lostCompany.ts'
