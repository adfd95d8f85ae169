import { m } from '../../locales/index.ts'

export const identityMessages = {
	noIdentity: m.social_says_noIdentity,
	proofInvalid: m.social_says_proofInvalid,
	noDefaultCompany: m.social_says_noDefaultCompany,
	noPerson: m.social_says_noPerson,
}
