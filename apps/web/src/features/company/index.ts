export { CompanyButton, CompanySwitcher } from './CompanyButton.tsx'
export { companyName, getEnterprises, getSelectableCompanies, isPersonalEdition } from './companies.ts'
export { Invitations } from './Invitations.tsx'
