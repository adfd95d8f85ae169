import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import type { Site } from '../modules/site/index.ts'
import type { Config } from '../platform/config.ts'
import { explainFileError } from '../platform/fileErrors.ts'

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
	if (!tls) return { found: describeNone(publicUrl) }
	if ('self' in tls) return { found: 'self-signed; phones will ask whether to trust it' }
	const read = await readPair(tls)
	if ('found' in read) return read
	const { certificate, key } = read
	if (!certificate.checkPrivateKey(key))
		return { found: 'the key does not belong to the certificate', remedy: 'Set PARLEY_TLS to a matching pair' }
	const leftMs = Date.parse(certificate.validTo) - Date.now()
	if (leftMs < 0) return { found: `expired on ${certificate.validTo}`, remedy: 'Renew the certificate' }
	if (leftMs < expiresSoonMs)
		return { found: `expires on ${certificate.validTo}`, remedy: 'Renew the certificate soon' }
	const names = certificate.subjectAltName ?? certificate.subject
	const others = isReachable ? openedHosts(publicUrl, sites).filter(host => !isFor(certificate, host)) : []
	if (others.length === 0) return { found: `${names}, until ${certificate.validTo}` }
	return {
		found: `valid for ${names}, but not valid for ${others.join(', ')}, where browsers warn`,
		remedy: 'Set PARLEY_TLS to a certificate with these names',
	}
}

const describeNone = (publicUrl: string | undefined): string =>
	publicUrl?.startsWith('https:')
		? `none here: HTTPS ends at the proxy, whose certificate for ${new URL(publicUrl).hostname} is not checked`
		: 'none: plain HTTP, so cameras work on this machine only, or behind a proxy with HTTPS'

/** Reads the two files, or names the invalid one. */
async function readPair(tls: {
	certificate: string
	key: string
}): Promise<{ certificate: X509Certificate; key: KeyObject } | Required<CheckResult>> {
	const remedy = 'Set PARLEY_TLS to two PEM files readable by the user of the server, or to "self"'
	let path = tls.certificate
	try {
		const certificate = new X509Certificate(await readFile(path))
		path = tls.key
		return { certificate, key: createPrivateKey(await readFile(path)) }
	} catch (error) {
		const kind = path === tls.key ? 'private key' : 'certificate'
		return { found: explainFileError(error) ?? `${path} is not a readable ${kind} in PEM format`, remedy }
	}
}

/** PARLEY_URL is the address of the default site. */
function openedHosts(publicUrl: string | undefined, sites: readonly Pick<Site, 'host' | 'isDefault'>[]): string[] {
	const atPublicUrl = publicUrl === undefined ? [] : [new URL(publicUrl).hostname]
	const hosts = sites.filter(({ isDefault }) => publicUrl === undefined || !isDefault).map(({ host }) => host)
	return [...new Set([...atPublicUrl, ...hosts])]
}

function isFor(certificate: X509Certificate, host: string): boolean {
	const address = host.replace(/^\[(.*)\]$/, '$1')
	return (isIP(address) === 0 ? certificate.checkHost(host) : certificate.checkIP(address)) !== undefined
}
