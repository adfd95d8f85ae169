import { m } from '../../locales/index.ts'

/** The papers of a site. One screen shows them all, each at an address of its own. */
export type AgreementKind = 'protocol' | 'law' | 'privacy'

const titles = {
	protocol: m.agreement_protocol,
	law: m.agreement_law,
	privacy: m.agreement_privacy,
} satisfies Record<AgreementKind, () => string>

export const agreementTitle = (kind: AgreementKind): string => titles[kind]()

export const getAgreementKind = (path: string): AgreementKind =>
	(/(law|privacy)/i.exec(path)?.[1] ?? 'protocol').toLowerCase() as AgreementKind

/** Empty and `true` mean that the page itself led here; without the word the phone did (ROUTE-26, ROUTE-27, OP-007). */
export const isOpenedByPage = (isSelf: string | undefined): boolean => isSelf === '' || isSelf === 'true'

export interface FrameAddressDeps {
	/** Where the site is, without a slash at its end. */
	base: string
	/** Pages of somebody else, where the site names them (ROUTE-28, OP-069). */
	thirdParty: string | undefined
	language: string
	theme: string
}

/** What the frame shows: the site's own page, or somebody else's (ROUTE-28, ROUTE-29). */
export function getFrameAddress(kind: AgreementKind, { base, thirdParty, language, theme }: FrameAddressDeps): string {
	if (!thirdParty || !/^https?:\/\//i.test(thirdParty)) {
		return `${base}/agreements/${kind}?${new URLSearchParams({ language, theme })}`
	}
	const theirs = new URL(thirdParty)
	theirs.searchParams.set('page', kind)
	theirs.searchParams.set('language', language)
	return theirs.href
}
