import { createHmac } from 'node:crypto'
import type { Instant } from '@parley/core'
import { type GroupId, type ImAppId, ImUserId, imPaths } from '@parley/im'
import * as v from 'valibot'
import { isEqualInConstantTime } from '../../../platform/constantTime.ts'

/** Lifetime of a group's QR code. */
export const qrCodeLifetimeMs = 7 * 86_400_000

interface QrCodesDeps {
	key: Uint8Array
	/** The public address, if set: `https://meet.example.org`. */
	publicUrl: string | undefined
}

/** Issuer, group and expiry of a code. */
interface CodeSubject {
	appId: ImAppId
	gid: GroupId
	issuer: ImUserId
	expiresAt: Instant
}

/**
 * Codes that admit to a group, signed with a key of this server and not stored: `expiresAt.signature.issuer`. A code is valid
 * as long as its issuer may still create one.
 */
export function createQrCodes({ key, publicUrl }: QrCodesDeps) {
	const signatureOf = ({ appId, gid, issuer, expiresAt }: CodeSubject): string =>
		createHmac('sha256', key)
			.update(JSON.stringify(['group', appId, gid, issuer, expiresAt]))
			.digest('base64url')

	return {
		/** @param origin of the server as the client knows it, if no public address is set */
		create(subject: CodeSubject, origin: string): string {
			const code = `${subject.expiresAt}.${signatureOf(subject)}.${subject.issuer}`
			const query = new URLSearchParams({ gid: subject.gid, code })
			return `${publicUrl ?? origin}${imPaths.group}?${query}`
		},
		/** Returns who issued a code, if it belongs to this group and has not expired. */
		findIssuer({ appId, gid }: Pick<CodeSubject, 'appId' | 'gid'>, code: string, now: Instant): ImUserId | undefined {
			const [, expiry, signature, by] = /^(\d{1,16})\.([\w-]{43})\.(.+)$/.exec(code) ?? []
			const issuer = v.safeParse(ImUserId, by)
			if (expiry === undefined || signature === undefined || !issuer.success) return undefined
			const expiresAt = Number(expiry)
			const expected = signatureOf({ appId, gid, issuer: issuer.output, expiresAt })
			return isEqualInConstantTime(signature, expected) && expiresAt > now ? issuer.output : undefined
		},
	}
}

export type QrCodes = ReturnType<typeof createQrCodes>
