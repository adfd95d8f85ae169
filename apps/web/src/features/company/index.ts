export { CompanyButton, CompanySwitcher } from './CompanyButton.tsx'
export { companyName, getSelectableCompanies, isPersonalEdition } from './companies.ts'
export { Invitations } from './Invitations.tsx'
