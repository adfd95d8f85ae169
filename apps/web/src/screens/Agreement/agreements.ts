import { m } from '../../locales/index.ts'

/** The agreement pages of a site; one screen shows all of them, each at its own path. */
export type AgreementKind = 'protocol' | 'law' | 'privacy'

const titles = {
	protocol: m.agreement_protocol,
	law: m.agreement_law,
	privacy: m.agreement_privacy,
} satisfies Record<AgreementKind, () => string>

export const agreementTitle = (kind: AgreementKind): string => titles[kind]()

export const getAgreementKind = (path: string): AgreementKind =>
	(/(law|privacy)/i.exec(path)?.[1] ?? 'protocol').toLowerCase() as AgreementKind

/** Empty and `true` mean that the page opened the agreement; without the parameter the shell did (ROUTE-26, ROUTE-27, OP-007). */
export const isOpenedByPage = (isSelf: string | undefined): boolean => isSelf === '' || isSelf === 'true'

export interface FrameAddressDeps {
	/** Origin of the site, without a slash at its end. */
	base: string
	/** Agreement pages of another origin, where the site has them (ROUTE-28, OP-069). */
	thirdParty: string | undefined
	language: string
	theme: string
}

/** The address in the frame: a page of the site, or of another origin (ROUTE-28, ROUTE-29). */
export function getFrameAddress(kind: AgreementKind, { base, thirdParty, language, theme }: FrameAddressDeps): string {
	if (!thirdParty || !/^https?:\/\//i.test(thirdParty)) {
		return `${base}/agreements/${kind}?${new URLSearchParams({ language, theme })}`
	}
	const url = new URL(thirdParty)
	url.searchParams.set('page', kind)
	url.searchParams.set('language', language)
	return url.href
}
