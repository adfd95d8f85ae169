import type { SiteId } from '@parley/core'
import { expect, test } from 'vitest'
import { acceptNoToken, restrictToSites, type VerifyIdentityToken, verifyWithFirst } from './identityTokens.ts'

const [here, there] = ['here', 'there'] as SiteId[] as [SiteId, SiteId]
const issuerOf =
	(subject: string): VerifyIdentityToken =>
	async token =>
		token === subject ? { subject, expiresAt: 1 } : undefined

test('[SOC-09] of several issuers any may verify, and none verifies tokens of others', async () => {
	const verify = verifyWithFirst(issuerOf('a'), issuerOf('b'))
	expect(await verify('a', here)).toMatchObject({ subject: 'a' })
	expect(await verify('b', here)).toMatchObject({ subject: 'b' })
	expect(await verify('c', here)).toBeUndefined()
	expect(await acceptNoToken('a', here)).toBeUndefined()
})

test('[SOC-09] an issuer of some sites verifies nothing on others', async () => {
	const verify = restrictToSites([here], issuerOf('a'))
	expect(await verify('a', here)).toBeDefined()
	expect(await verify('a', there)).toBeUndefined()
})
