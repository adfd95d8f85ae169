import { createHmac } from 'node:crypto'

/**
 * Signs tokens without threads, whose time is outside the simulated one; returns a function that undoes this.
 * @param secret the only key that is used
 */
export async function signAtOnce(secret: Uint8Array<ArrayBuffer>): Promise<() => void> {
	const { subtle } = crypto
	const { importKey, sign, verify } = subtle
	const import_ = (usage: KeyUsage) =>
		subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, [usage])
	const keys = { sign: await import_('sign'), verify: await import_('verify') }
	const hmac = (data: BufferSource) => new Uint8Array(createHmac('sha256', secret).update(bytesOf(data)).digest())
	Object.assign(subtle, {
		importKey: async (...[, , , , [usage]]: [unknown, unknown, unknown, unknown, (keyof typeof keys)[]]) =>
			keys[usage ?? 'verify'],
		sign: async (_algorithm: unknown, _key: CryptoKey, data: BufferSource) => hmac(data).buffer,
		verify: async (_algorithm: unknown, _key: CryptoKey, signature: BufferSource, data: BufferSource) =>
			Buffer.from(hmac(data)).equals(bytesOf(signature)),
	})
	return () => void Object.assign(subtle, { importKey, sign, verify })
}

const bytesOf = (data: BufferSource): Uint8Array =>
	ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data)
