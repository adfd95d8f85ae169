import { agreementTitle, getAgreementKind } from './agreements.ts'

export { Agreement as Screen } from './Agreement.tsx'

export const title = () => agreementTitle(getAgreementKind(globalThis.location.pathname))
