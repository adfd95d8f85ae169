import type { SiteSettings } from '../site/index.ts'

/** A challenge made and judged by somebody else. */
export interface ChallengeVendor {
	appKey: string
	scene: string
	/** Where answers are judged. */
	verifyUrl: string
	secret: string
}

/** Whether an answer is good; rejects where there is no verdict. */
export type VerifyWithVendor = (vendor: ChallengeVendor, captcha: string, address: string) => Promise<boolean>

/** The vendor of a site, where it has one. */
export function getVendor(settings: SiteSettings): ChallengeVendor | undefined {
	const { challengeVendorKey: appKey, challengeVendorScene: scene, challengeVendorUrl: verifyUrl } = settings
	if (appKey === '' || verifyUrl === '') return undefined
	return { appKey, scene, verifyUrl, secret: settings.challengeVendorSecret }
}
