import type { Db } from '../../../../../platform/db.ts'
import { randomIds } from '../../../../../platform/ids.ts'
import { createUnlimitedRateLimit } from '../../../../../platform/testing/unlimitedRateLimit.ts'
import {
	createImTokens,
	createMessaging,
	createSqlMessagingStore,
	type Messaging,
	type MessagingDeps,
	noAddressHolds,
	noParticipation,
} from '../../../index.ts'

/** Dependencies that differ per node. */
export interface MessagingAloneDeps extends Pick<MessagingDeps, 'nodeBus' | 'broadcast' | 'log'> {
	db: Db
	/** Key of the tokens. */
	key: Uint8Array
}

/** Messaging without a site: every id has an account of the same name, and nothing is limited or refused. */
export const createMessagingAlone = ({ db, key, ...deps }: MessagingAloneDeps): Messaging =>
	createMessaging({
		...deps,
		store: createSqlMessagingStore(db),
		timers: {
			now: Date.now,
			after(ms, act) {
				const timer = setTimeout(act, ms)
				return () => clearTimeout(timer)
			},
		},
		ids: randomIds,
		tokens: createImTokens(key),
		signIns: {
			findExisting: async ids => [...ids],
			findEnded: async () => [],
			findAccount: async (_, uid) => ({ uid, nickName: uid, imgUrl: '' }),
		},
		words: { refuses: () => false },
		accounts: { find: async (_, uids) => uids.map(uid => ({ uid, nickName: uid, imgUrl: '' })) },
		allowsGuests: async () => true,
		allowsSeveralDevices: async () => false,
		chatsNeedFriendship: async () => false,
		publicUrl: undefined,
		participation: noParticipation,
		addressHolds: noAddressHolds,
		qrCodeKey: key,
		createRateLimit: createUnlimitedRateLimit,
	})
