import type { SiteSettings } from '../site/index.ts'

/** Challenge of an outside vendor. */
export interface ChallengeVendor {
	appKey: string
	scene: string
	/** URL that verifies answers. */
	verifyUrl: string
	secret: string
}

/** Asks the vendor whether an answer is correct; rejects if the vendor gives no verdict. */
export type VerifyWithVendor = (vendor: ChallengeVendor, captcha: string, address: string) => Promise<boolean>

/** The vendor in the settings of a site, if any. */
export function getVendor(settings: SiteSettings): ChallengeVendor | undefined {
	const { challengeVendorKey: appKey, challengeVendorScene: scene, challengeVendorUrl: verifyUrl } = settings
	if (appKey === '' || verifyUrl === '') return undefined
	return { appKey, scene, verifyUrl, secret: settings.challengeVendorSecret }
}
