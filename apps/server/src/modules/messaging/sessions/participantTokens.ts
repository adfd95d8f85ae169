import { type ImAppId, type ImUserId, imLimits } from '@parley/im'
import type { Clock } from '../../../platform/clock.ts'
import type { MessagingStore } from '../store/store.ts'
import { tokenLifetimeMs } from './tokenService.ts'
import type { TokenIdentity } from './tokens.ts'

export interface ParticipantTokensDeps {
	store: Pick<MessagingStore, 'putProfile'>
	signToken(identity: TokenIdentity): Promise<string>
	/** Renames a person in their open sessions. */
	rename(appId: ImAppId, uid: ImUserId, nickName: string): void
	clock: Clock
}

/** A participant in messaging, under the name they have in the room. */
export interface ParticipantUser {
	appId: ImAppId
	uid: ImUserId
	nickName: string
}

/**
 * Issues tokens to people in the room of a meeting, whose name was checked when they joined. A token alone admits nobody: at
 * each login and call the person must be in the room.
 */
export function createParticipantTokens({ store, signToken, rename, clock }: ParticipantTokensDeps) {
	const putProfile = ({ appId, uid, nickName }: ParticipantUser) =>
		store.putProfile(appId, { uid, nickName, imgUrl: '', isGuest: true }, clock.now())

	return {
		async issue(user: ParticipantUser): Promise<{ token: string; appVersion: string }> {
			const issuedAt = clock.now()
			await putProfile(user)
			const rights = { isGuest: true, sessionId: null }
			const token = await signToken({ ...user, ...rights, issuedAt, expiresAt: issuedAt + tokenLifetimeMs })
			return { token, appVersion: imLimits.sdkVersion }
		},
		/** Later messages carry the new name. */
		async rename(user: ParticipantUser): Promise<void> {
			await putProfile(user)
			rename(user.appId, user.uid, user.nickName)
		},
	}
}
export type ParticipantTokens = ReturnType<typeof createParticipantTokens>
