import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import { writeFileAtomically } from './atomicFile.ts'
import type { Config } from './config.ts'
import type { Log } from './log.ts'
import { StartError } from './startError.ts'

/** IPv4 addresses of this machine in its local networks. */
export const lanAddresses = (): string[] =>
	Object.values(networkInterfaces())
		.flatMap(addresses => addresses ?? [])
		.filter(({ family, internal }) => family === 'IPv4' && !internal)
		.map(({ address }) => address)

const dayMs = 86_400_000

/** The key of a self-signed certificate, in the data folder. */
export const tlsKeyFile = 'tls-key.pem'

/** The certificate and key served, as PEM, with the end of their validity. */
export interface LoadedTls {
	kind: 'file' | 'self'
	certificate: string
	key: string
	/** Instant. */
	validTo: number
}

/**
 * Returns certificate and key as PEM; `self` generates and stores a certificate for the addresses of this machine.
 * @throws {StartError} if the files are not a certificate and its key
 */
export async function loadTls(tls: Config['tls'], dataFolder: string): Promise<LoadedTls | undefined> {
	if (!tls) return undefined
	if (!('self' in tls)) {
		const pair = readPair(tls)
		if (!certificateMatchesKey(pair)) {
			throw new StartError(
				`${tls.certificate} and ${tls.key} are no certificate with its key: give PARLEY_TLS two PEM files that belong together, or "self".`,
			)
		}
		return withValidity('file', pair)
	}
	const files = { certificate: join(dataFolder, 'tls-certificate.pem'), key: join(dataFolder, tlsKeyFile) }
	const addresses = ['127.0.0.1', ...lanAddresses()]
	const stored = existsSync(files.certificate) && existsSync(files.key) ? readPair(files) : undefined
	if (stored && certificateMatchesKey(stored) && coversAddresses(stored.certificate, addresses))
		return withValidity('self', stored)
	const generated = await selfSigned(addresses)
	writeFileAtomically(files.key, generated.private)
	writeFileAtomically(files.certificate, generated.cert)
	return withValidity('self', { certificate: generated.cert, key: generated.private })
}

const withValidity = (kind: LoadedTls['kind'], pair: Pick<LoadedTls, 'certificate' | 'key'>): LoadedTls => ({
	kind,
	...pair,
	validTo: Date.parse(new X509Certificate(pair.certificate).validTo),
})

export interface TlsReloadDeps {
	/** The pair the server started with. */
	first: LoadedTls
	/** Reads the files again, as {@link loadTls} does. */
	load: () => Promise<LoadedTls | undefined>
	/** Serves the pair on new connections from now on. */
	apply: (pair: LoadedTls) => void
	log: Pick<Log, 'info' | 'error'>
}

/** Applies a changed certificate; an unusable one leaves the old one in place and is reported once. */
export function createTlsReload({ first, load, apply, log }: TlsReloadDeps) {
	let current = first
	let problem: string | undefined

	async function reload() {
		// A self-signed certificate is renewed when it expires, not when this machine gets a new address: phones would ask
		// again.
		if (current.kind === 'self' && current.validTo > Date.now() + dayMs) return
		const next = await load()
		if (!next || (next.certificate === current.certificate && next.key === current.key)) return
		apply(next)
		current = next
		log.info({ validTo: new Date(next.validTo).toISOString() }, 'new certificate in use')
	}
	return {
		/** The pair in use. */
		current: () => current,
		async check() {
			try {
				await reload()
				problem = undefined
			} catch (error) {
				const reason = (error as Error).message
				if (reason !== problem) log.error({ err: error }, 'the new certificate cannot be used, the old one stays')
				problem = reason
			}
		},
	}
}

const readPair = (files: { certificate: string; key: string }) => ({
	certificate: readFileSync(files.certificate, 'utf8'),
	key: readFileSync(files.key, 'utf8'),
})

/** Also false after a crash between the writing of the two files. */
function certificateMatchesKey({ certificate, key }: { certificate: string; key: string }): boolean {
	try {
		return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))
	} catch {
		return false
	}
}

const coversAddresses = (pem: string, addresses: string[]): boolean => {
	const certificate = new X509Certificate(pem)
	const isValid = Date.parse(certificate.validTo) > Date.now() + dayMs
	return isValid && addresses.every(address => certificate.checkIP(address) !== undefined)
}

const selfSigned = (addresses: string[]) =>
	generate([{ name: 'commonName', value: 'Parley on this machine' }], {
		keySize: 2048,
		notAfterDate: new Date(Date.now() + 365 * dayMs),
		extensions: [
			{
				name: 'subjectAltName',
				altNames: [
					{ type: 2, value: 'localhost' },
					{ type: 2, value: '*.localhost' },
					...addresses.map(ip => ({ type: 7 as const, ip })),
				],
			},
		],
	})
