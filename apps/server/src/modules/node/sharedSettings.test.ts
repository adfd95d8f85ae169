import { expect, test } from 'vitest'
import type { Config } from '../../platform/config.ts'
import { findDifferent, fingerprintsOf } from './sharedSettings.ts'

const configOf = (bucket: string | undefined, hookSecret?: string, publicUrl = 'https://meet.example.org') =>
	({
		publicUrl,
		media: { livekit: hookSecret === undefined ? undefined : { url: 'wss://media.example.org', key: 'key' } },
		s3: bucket === undefined ? undefined : { bucket },
		live: {
			origin: hookSecret === undefined ? undefined : { rtmpUrl: 'rtmp://o/live', hlsUrl: 'http://o', hookSecret },
		},
	}) as Config

test('[NODE-43] servers differ in settings of people, shared files, lives and media, also if only one has them', () => {
	const own = fingerprintsOf(configOf('files', 'secret'))
	expect(findDifferent(own, fingerprintsOf(configOf('files', 'secret')))).toEqual([])
	expect(findDifferent(own, fingerprintsOf(configOf('others', 'secret')))).toEqual(['PARLEY_S3_BUCKET'])
	expect(findDifferent(own, fingerprintsOf(configOf('files', 'changed')))).toEqual(['PARLEY_LIVE_ORIGIN_SECRET'])
	expect(findDifferent(own, fingerprintsOf(configOf(undefined)))).toHaveLength(5)
	expect(findDifferent(own, fingerprintsOf(configOf('files', 'secret', 'https://example.org')))).toEqual(['PARLEY_URL'])
})

test('[NODE-43] the fingerprints do not contain the values, and a server of an earlier version is not refused', () => {
	const own = fingerprintsOf(configOf('files', 'secret'))
	expect(JSON.stringify(own)).not.toMatch(/files|secret/)
	expect(findDifferent(own, {})).toEqual([])
})
