import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import type { Config } from './config.ts'

/** IPv4 addresses of this machine in its local networks. */
export const lanAddresses = (): string[] =>
	Object.values(networkInterfaces())
		.flatMap(addresses => addresses ?? [])
		.filter(({ family, internal }) => family === 'IPv4' && !internal)
		.map(({ address }) => address)

/** Certificate and key as PEM; `self` generates and stores a certificate for the addresses of this machine. */
export async function loadTls(tls: Config['tls'], dataFolder: string) {
	if (!tls) return undefined
	if (!('self' in tls)) {
		return { certificate: readFileSync(tls.certificate, 'utf8'), key: readFileSync(tls.key, 'utf8') }
	}
	const files = { certificate: join(dataFolder, 'tls-certificate.pem'), key: join(dataFolder, 'tls-key.pem') }
	const addresses = ['127.0.0.1', ...lanAddresses()]
	if (!existsSync(files.certificate) || !coversAddresses(readFileSync(files.certificate, 'utf8'), addresses)) {
		const generated = await selfSigned(addresses)
		writeFileSync(files.key, generated.private, { mode: 0o600 })
		writeFileSync(files.certificate, generated.cert, { mode: 0o600 })
	}
	return { certificate: readFileSync(files.certificate, 'utf8'), key: readFileSync(files.key, 'utf8') }
}

const coversAddresses = (pem: string, addresses: string[]): boolean => {
	const certificate = new X509Certificate(pem)
	const isValid = Date.parse(certificate.validTo) > Date.now() + 86_400_000
	return isValid && addresses.every(address => certificate.checkIP(address) !== undefined)
}

const selfSigned = (addresses: string[]) =>
	generate([{ name: 'commonName', value: 'Parley on this machine' }], {
		keySize: 2048,
		notAfterDate: new Date(Date.now() + 365 * 86_400_000),
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
