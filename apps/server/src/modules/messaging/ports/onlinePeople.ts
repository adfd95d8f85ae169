import type { UserOnlineAnswer } from '@parley/im'

/** A query as received over HTTP. */
export interface OnlineQuestion {
	/** Body, exactly as signed. */
	body: string
	token: string
	/** The application named by the caller, and that of the requested host name. */
	appId: string
	ownAppId: string
	sign: string
	signVersion: string
}

/** Answers who of a person's contacts is online. */
export type OnlinePeople = (question: OnlineQuestion) => Promise<UserOnlineAnswer & { msg?: string }>
