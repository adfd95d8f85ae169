import { isIP } from 'node:net'
import * as v from 'valibot'
import type { VerifyWithVendor } from '../index.ts'

const answersWithinMs = 5_000
const Verdict = v.object({ success: v.boolean() })

/**
 * Verifies an answer with an external challenge vendor, in the protocol several of them share: `secret`, `response`, `remoteip` and
 * `sitekey` as a form, `{"success": true}` back. Throws where the vendor cannot be asked.
 */
export const verifyWithChallengeVendor: VerifyWithVendor = async (
	{ appKey, scene, verifyUrl, secret },
	captcha,
	address,
) => {
	const form = new URLSearchParams({ secret, response: captcha, sitekey: appKey, scene })
	// For IPv6 only the network is known here.
	if (isIP(address) !== 0) form.set('remoteip', address)
	const answer = await fetch(verifyUrl, {
		method: 'POST',
		body: form,
		redirect: 'error',
		signal: AbortSignal.timeout(answersWithinMs),
	})
	if (!answer.ok) throw new Error(`the challenge vendor answered ${answer.status}`)
	return v.parse(Verdict, await answer.json()).success
}
