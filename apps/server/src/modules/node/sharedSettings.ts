import { createHash } from 'node:crypto'
import type { Config } from '../../platform/config.ts'

/** Fingerprints of settings, by name. */
export type SettingFingerprints = Readonly<Record<string, string>>

/**
 * Fingerprints of the settings that say where people, shared files, lives and media are, which must be the same on all
 * servers of a database (NODE-43). Addresses at which each reaches PostgreSQL, Redis and the API of LiveKit may differ.
 */
export const fingerprintsOf = ({
	publicUrl,
	s3,
	live: { origin },
	media: { livekit },
}: Pick<Config, 'publicUrl' | 's3' | 'live' | 'media'>): SettingFingerprints => ({
	PARLEY_URL: fingerprintOf(publicUrl),
	PARLEY_S3_BUCKET: fingerprintOf(s3?.bucket),
	PARLEY_LIVE_ORIGIN_RTMP: fingerprintOf(origin?.rtmpUrl),
	PARLEY_LIVE_ORIGIN_HLS: fingerprintOf(origin?.hlsUrl),
	PARLEY_LIVE_ORIGIN_SECRET: fingerprintOf(origin?.hookSecret),
	// Keys may differ while they are replaced at one server after the other.
	PARLEY_LIVEKIT_URL: fingerprintOf(livekit?.url),
})

const fingerprintOf = (value: string | undefined): string =>
	createHash('sha256')
		.update(value ?? '')
		.digest('base64url')

/** Returns the names of the settings that two servers both know and that differ. */
export const findDifferent = (one: SettingFingerprints, other: SettingFingerprints): string[] =>
	Object.keys(one).filter(name => other[name] !== undefined && other[name] !== one[name])
