/** What the landing page does with whoever comes to it (LAND-13 to LAND-16). */
export type LandingAction = 'publicMeetings' | 'refresh' | 'stay'

export interface LandingFacts {
	publicScan: string | undefined
	hasUser: boolean
	/** Whether there is a public list to go to. */
	showsPublicList: boolean
}

/** A stored public-scan flag comes before a stored user. */
export function getLandingAction({ publicScan, hasUser, showsPublicList }: LandingFacts): LandingAction {
	if (publicScan && showsPublicList) return 'publicMeetings'
	return hasUser ? 'refresh' : 'stay'
}
