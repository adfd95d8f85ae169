import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import { expect, onTestFinished, test } from 'vitest'
import { checkCertificate } from './certificateCheck.ts'

const day = 86_400_000

async function aCertificate(days: number) {
	const folder = mkdtempSync(join(tmpdir(), 'parley-certificate-'))
	onTestFinished(() => rmSync(folder, { recursive: true }))
	const { cert, private: key } = await generate([{ name: 'commonName', value: 'meet.example.org' }], {
		keySize: 2048,
		notAfterDate: new Date(Date.now() + days * day),
		extensions: [
			{
				name: 'subjectAltName',
				altNames: [
					{ type: 2, value: 'meet.example.org' },
					{ type: 2, value: '*.calls.example.org' },
					{ type: 7, ip: '192.0.2.7' },
				],
			},
		],
	})
	const tls = { certificate: join(folder, 'c.pem'), key: join(folder, 'k.pem') }
	writeFileSync(tls.certificate, cert)
	writeFileSync(tls.key, key)
	return tls
}

const site = (host: string, isDefault = false) => ({ host, isDefault })

test('a certificate must match the address people open and the names of all sites', async () => {
	const tls = await aCertificate(90)
	const check = (publicUrl: string | undefined, ...sites: ReturnType<typeof site>[]) =>
		checkCertificate({ tls, publicUrl, isReachable: true }, sites)
	expect((await check('https://meet.example.org', site('inside', true))).remedy).toBeUndefined()
	expect((await check('https://192.0.2.7:8443')).remedy).toBeUndefined()
	expect((await check(undefined, site('meet.example.org', true), site('a.calls.example.org'))).remedy).toBeUndefined()
	const wrong = await check(
		'https://parley.example.org:8443',
		site('meet.example.org', true),
		site('other.example.org'),
	)
	expect(wrong.found).toContain('not valid for parley.example.org, other.example.org')
	expect(wrong.remedy).toContain('PARLEY_TLS')
	expect((await check('https://192.0.2.8')).remedy).toBeDefined()
	const onlyHere = await checkCertificate({ tls, publicUrl: undefined, isReachable: false }, [site('localhost', true)])
	expect(onlyHere.remedy).toBeUndefined()
})

test('behind a proxy with HTTPS the server needs no certificate, and cameras are not said to fail', async () => {
	const check = async (publicUrl?: string) =>
		(await checkCertificate({ tls: undefined, publicUrl, isReachable: true }, [])).found
	expect(await check()).toContain('plain HTTP')
	expect(await check('http://meet.example.org')).toContain('plain HTTP')
	const behindProxy = await check('https://meet.example.org')
	expect(behindProxy).toContain('HTTPS ends at the proxy, whose certificate for meet.example.org')
	expect(behindProxy).not.toContain('plain HTTP')
})

test('a certificate that expires soon, or has expired, is a problem', async () => {
	const check = async (days: number) =>
		await checkCertificate({ tls: await aCertificate(days), publicUrl: undefined, isReachable: false }, [])
	expect((await check(13)).remedy).toContain('soon')
	expect((await check(15)).remedy).toBeUndefined()
})

test('a missing or invalid certificate or key is named with its path', async () => {
	const tls = await aCertificate(90)
	const check = (pair: typeof tls) => checkCertificate({ tls: pair, publicUrl: undefined, isReachable: false }, [])
	const remedy = expect.stringContaining('PARLEY_TLS')
	const missing = `${tls.key}.none`
	expect(await check({ ...tls, key: missing })).toEqual({ found: `File not found: ${missing}`, remedy })
	const broken = `${tls.key}.broken`
	writeFileSync(broken, '-----BEGIN NOTHING')
	expect(await check({ ...tls, certificate: broken })).toEqual({
		found: `${broken} is not a readable certificate in PEM format`,
		remedy,
	})
	expect(await check({ ...tls, key: broken })).toEqual({
		found: `${broken} is not a readable private key in PEM format`,
		remedy,
	})
})
