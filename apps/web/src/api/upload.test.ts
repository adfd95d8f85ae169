import { picture } from '@parley/api'
import { expect, test } from 'vitest'
import { buildRequest } from './request.ts'

const context = { baseUrl: '', csrfToken: 'token-1', companyId: 'X', accessToken: 'bearer-1', language: 'en' }

test('[API-29] a picture is sent as a form with the part `file` and the token, and company and bearer as headers', async () => {
	const bytes = new Uint8Array([1, 2, 3])
	const { url, method, headers, body } = buildRequest(picture.upload, { file: bytes }, context, [])
	expect({ url, method }).toEqual({ url: '/meeting/uploadImg', method: 'POST' })
	expect(headers).toMatchObject({ corpId: 'X', authorization: 'Bearer bearer-1' })
	expect(headers).not.toHaveProperty('content-type')
	if (!(body instanceof FormData)) throw new Error('no form')
	expect(body.get('_token')).toBe('token-1')
	const file = body.get('file')
	expect(file instanceof Blob && [...new Uint8Array(await file.arrayBuffer())]).toEqual([1, 2, 3])
})
