import { createHmac } from 'node:crypto'
import type { ImAppId, ImUserId } from '@parley/im'
import { ImUserId as imUserId } from '@parley/im'
import * as v from 'valibot'
import type { Clock } from '../../../platform/clock.ts'
import { isEqualInConstantTime } from '../../../platform/constantTime.ts'
import type { Ids } from '../../../platform/ids.ts'

/** Time for which a browser stays the same guest after its last token. */
export const guestLifetimeMs = 30 * 86_400_000
/** Prefix that no member's id has. */
const guestPrefix = 'g-'

interface GuestCookieDeps {
	/** HMAC key. */
	secret: Uint8Array
	clock: Clock
	ids: Ids
}

/** Guest identity of a browser: the server generated the id, and the signature of the cookie proves ownership. */
export function createGuestCookie({ secret, clock, ids }: GuestCookieDeps) {
	const sign = (appId: ImAppId, uid: string, issuedAt: string) =>
		createHmac('sha256', secret)
			.update(JSON.stringify(['im-guest', appId, uid, issuedAt]))
			.digest('base64url')

	return {
		/** Returns the guest of a cookie, in this application only. */
		read(appId: ImAppId, cookie: string | undefined): ImUserId | undefined {
			const [uid = '', issuedAt = '', signature = ''] = (cookie ?? '').split('~')
			if (!isEqualInConstantTime(signature, sign(appId, uid, issuedAt))) return undefined
			const age = clock.now() - Number.parseInt(issuedAt, 36)
			if (!(age >= 0 && age < guestLifetimeMs)) return undefined
			const parsed = v.safeParse(imUserId, uid)
			return parsed.success && uid.startsWith(guestPrefix) ? parsed.output : undefined
		},
		/** Returns a cookie for a guest, valid from now on. */
		write(appId: ImAppId, uid: ImUserId): string {
			const issuedAt = clock.now().toString(36)
			return [uid, issuedAt, sign(appId, uid, issuedAt)].join('~')
		},
		newGuest: (): ImUserId => v.parse(imUserId, `${guestPrefix}${ids.secret().slice(0, 32)}`),
	}
}
