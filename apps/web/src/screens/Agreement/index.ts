import { agreementOf, titleOf } from './agreements.ts'

export { Agreement as Screen } from './Agreement.tsx'

export const title = () => titleOf(agreementOf(globalThis.location.pathname))
