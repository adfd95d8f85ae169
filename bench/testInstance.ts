import type { MediaEngine } from '../apps/server/src/modules/room/index.ts'
import { createModules, type Modules } from '../apps/server/src/modules.ts'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import { type OpenDatabase, openDatabase } from '../apps/server/src/platform/database.ts'
import { randomIds } from '../apps/server/src/platform/ids.ts'
import { createLog } from '../apps/server/src/platform/log.ts'
import { createUnlimitedRateLimit } from '../apps/server/src/platform/testing/unlimitedRateLimit.ts'

/** No media process is started. */
const noMedia: MediaEngine = {
	name: 'embedded',
	caps: { simulcast: false, recording: false, maxParticipants: 12 },
	ensureRoom: async () => {},
	grant: async () => ({ ok: false, failure: 'engine.unavailable' }),
	removeParticipant: async () => {},
	mute: async () => {},
	endRoom: async () => {},
	list: async () => [],
	onEvent: () => () => {},
	health: async () => ({ ok: true }),
}

export const secrets = {
	csrf: 'c'.repeat(43),
	roomTokens: 'r'.repeat(43),
	smsCodes: 's'.repeat(43),
	knownDevices: 'k'.repeat(43),
	imTokens: 'i'.repeat(43),
}

const noPictures = {
	write: async () => {},
	exists: async () => false,
	remove: async () => {},
	list: async () => [],
}

export async function createTestInstance(place: Parameters<typeof openDatabase>[0]) {
	const database: OpenDatabase = await openDatabase(place)
	const modules: Modules = createModules({
		db: database.db,
		clock: systemClock,
		ids: randomIds,
		createRateLimit: createUnlimitedRateLimit,
		log: createLog('silent'),
		secrets,
		verifyIdentityToken: async () => undefined,
		verifyWithVendor: async () => false,
		sms: { name: 'none', canSend: () => true, send: async () => {} },
		engine: noMedia,
		pictureFolder: noPictures,
		roomCapacity: 12,
		publicUrl: undefined,
		pause: async () => {},
	})
	return { database, modules }
}

export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
