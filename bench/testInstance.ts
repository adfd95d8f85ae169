import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noLiveMedia } from '../apps/server/src/modules/live/index.ts'
import { type Nouns, openNouns } from '../apps/server/src/modules/nouns.ts'
import type { MediaEngine } from '../apps/server/src/modules/room/index.ts'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import { readConfig } from '../apps/server/src/platform/config.ts'
import { type OpenDatabase, openDatabase } from '../apps/server/src/platform/database.ts'
import { randomIds } from '../apps/server/src/platform/ids.ts'
import { createLog } from '../apps/server/src/platform/log.ts'
import { createUnlimitedRateLimit } from '../apps/server/src/platform/testing/unlimitedRateLimit.ts'

/** Starts no media process. */
const noMedia: MediaEngine = {
	name: 'embedded',
	maxParticipants: 12,
	ensureRoom: async () => {},
	grant: async () => ({ ok: false, failure: 'engine.unavailable' }),
	removeParticipant: async () => {},
	mute: async () => {},
	endRoom: async () => {},
	list: async () => [],
	onEvent: () => () => {},
	health: async () => ({ ok: true }),
	async stop() {},
}

export const secrets = {
	csrf: 'c'.repeat(43),
	roomTokens: 'r'.repeat(43),
	smsCodes: 's'.repeat(43),
	knownDevices: 'k'.repeat(43),
	imTokens: 'i'.repeat(43),
	relay: 'r'.repeat(43),
}

export async function createTestInstance(place: Parameters<typeof openDatabase>[0]) {
	const database: OpenDatabase = await openDatabase(place)
	const config = readConfig({ PARLEY_DATA: await mkdtemp(join(tmpdir(), 'parley-bench-')) })
	if (!config.ok) throw new Error(config.failure.join())
	const nouns: Nouns = openNouns(
		{
			config: config.value,
			db: database.db,
			clock: systemClock,
			elapsedMs: () => performance.now(),
			ids: randomIds,
			createRateLimit: createUnlimitedRateLimit,
			log: createLog('silent'),
			secrets,
			pause: async () => {},
			isDemo: false,
		},
		{
			smsSender: { name: 'none', canSend: () => true, send: async () => {} },
			mediaEngine: noMedia,
			liveMedia: noLiveMedia,
		},
	)
	return { database, nouns }
}

export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
