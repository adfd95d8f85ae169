import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import type { Site } from '../modules/site/index.ts'
import type { Config } from '../platform/config.ts'
import { explainFileError } from './fileErrors.ts'

interface CheckResult {
	found: string
	remedy?: string
}

const expiresSoonMs = 14 * 86_400_000

/** Checks that browsers accept the certificate of `PARLEY_TLS`: its key, its validity, and the names people open. */
export async function checkCertificate(
	{ tls, publicUrl, isReachable }: Pick<Config, 'tls' | 'publicUrl' | 'isReachable'>,
	sites: readonly Pick<Site, 'host' | 'isDefault'>[],
): Promise<CheckResult> {
	if (!tls) return { found: 'none: plain HTTP, so cameras work on this machine only, or behind a proxy with HTTPS' }
	if ('self' in tls) return { found: 'made here; phones will ask whether to trust it' }
	const read = await readPair(tls)
	if ('found' in read) return read
	const { certificate, key } = read
	if (!certificate.checkPrivateKey(key))
		return { found: 'the key is not that of the certificate', remedy: 'Give PARLEY_TLS the pair' }
	const leftMs = Date.parse(certificate.validTo) - Date.now()
	if (leftMs < 0) return { found: `ended on ${certificate.validTo}`, remedy: 'Renew the certificate' }
	if (leftMs < expiresSoonMs) return { found: `ends on ${certificate.validTo}`, remedy: 'Renew the certificate soon' }
	const names = certificate.subjectAltName ?? certificate.subject
	const others = isReachable ? openedHosts(publicUrl, sites).filter(host => !isFor(certificate, host)) : []
	if (others.length === 0) return { found: `${names}, until ${certificate.validTo}` }
	return {
		found: `it is for ${names}, and not for ${others.join(', ')}, where browsers warn of it`,
		remedy: 'Give PARLEY_TLS a certificate with these names',
	}
}

/** The two, or which file is none. */
async function readPair(tls: {
	certificate: string
	key: string
}): Promise<{ certificate: X509Certificate; key: KeyObject } | Required<CheckResult>> {
	const remedy = 'Give PARLEY_TLS two PEM files that the user of the server can read, or "self"'
	let path = tls.certificate
	try {
		const certificate = new X509Certificate(await readFile(path))
		path = tls.key
		return { certificate, key: createPrivateKey(await readFile(path)) }
	} catch (error) {
		const kind = path === tls.key ? 'private key' : 'certificate'
		return { found: explainFileError(error) ?? `${path} is no ${kind} in PEM that can be read`, remedy }
	}
}

/** PARLEY_URL is where people open the default site. */
function openedHosts(publicUrl: string | undefined, sites: readonly Pick<Site, 'host' | 'isDefault'>[]): string[] {
	const atPublicUrl = publicUrl === undefined ? [] : [new URL(publicUrl).hostname]
	const hosts = sites.filter(({ isDefault }) => publicUrl === undefined || !isDefault).map(({ host }) => host)
	return [...new Set([...atPublicUrl, ...hosts])]
}

function isFor(certificate: X509Certificate, host: string): boolean {
	const address = host.replace(/^\[(.*)\]$/, '$1')
	return (isIP(address) === 0 ? certificate.checkHost(host) : certificate.checkIP(address)) !== undefined
}
