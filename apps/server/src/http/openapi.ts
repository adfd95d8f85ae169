import { createHash } from 'node:crypto'
import { busyRefusal, type Call, commonRefusals, methodOf, needsToken, pathOf, type Refusals } from '@parley/api'
import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import type { FastifyInstance } from 'fastify'
import type { CallHandlers } from '../platform/handlers.ts'

type Group = { name: string; calls: Call[] }
const version = '0.1.0'

/** Serves the contracts as OpenAPI 3.1 at `/docs/openapi.json` and as a page at `/docs`. */
export function serveDocs(app: FastifyInstance, named: Record<string, CallHandlers>) {
	const groups = Object.entries(named).map(([name, { group }]) => ({ name, calls: Object.values(group) }))
	const document = openApiOf(groups)
	const page = pageOf(groups)
	app.get('/docs/openapi.json', async () => document)
	app.get('/docs', async (_, reply) =>
		reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page),
	)
}

const schemaOf = (call: Call, side: 'input' | 'output'): JsonSchema => {
	// Checks that only code can express are left out; types and lengths stay.
	const { $schema: _, ...schema } = toJsonSchema(call[side].schema, { errorMode: 'ignore' })
	return schema
}

export function openApiOf(groups: Group[]): object {
	const paths: Record<string, Record<string, object>> = {}
	for (const { name, calls } of groups) {
		for (const call of calls) {
			const path = pathOf(call.route).replace(/:(\w+)/g, '{$1}')
			const operations = paths[path] ?? {}
			operations[methodOf(call.route).toLowerCase()] = operationOf(name, call)
			paths[path] = operations
		}
	}
	return {
		openapi: '3.1.0',
		info: { title: 'Parley', version, description: 'Paths, fields and codes of the Parley server.' },
		components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
		paths,
	}
}

function operationOf(tag: string, call: Call): object {
	const input = schemaOf(call, 'input')
	const inPath = Array.from(pathOf(call.route).matchAll(/:(\w+)/g), ([, name]) => name as string)
	const fields = Object.entries(input.properties ?? {})
	const inQuery = ['GET', 'DELETE'].includes(methodOf(call.route))
	const parameters = fields
		.filter(([name]) => inQuery || inPath.includes(name))
		.map(([name, schema]) => {
			const isInPath = inPath.includes(name)
			const required = isInPath || (input.required ?? []).includes(name)
			return { name, in: isInPath ? 'path' : 'query', required, schema }
		})
	const token = { name: '_token', in: 'query', required: true, schema: { type: 'string' } }
	const body = Object.fromEntries(fields.filter(([name]) => !inPath.includes(name)))
	if (call.upload) body[call.upload.field] = { type: 'string', format: 'binary' } as JsonSchema
	return {
		tags: [tag],
		summary: call.summary,
		...(call.who === 'member' && { security: [{ bearer: [] }] }),
		parameters: inQuery && needsToken(call) ? [...parameters, token] : parameters,
		...(!inQuery && {
			requestBody: {
				content: {
					[call.upload ? 'multipart/form-data' : 'application/json']: {
						schema: {
							...input,
							properties: { ...body, _token: { type: 'string' } },
							required: required(input, inPath),
						},
					},
				},
			},
		}),
		responses: responsesOf(call),
	}
}

const required = (input: JsonSchema, inPath: string[]) => [
	...(input.required ?? []).filter(name => !inPath.includes(name)),
	'_token',
]

function responsesOf(call: Call): Record<string, object> {
	const output = schemaOf(call, 'output')
	const properties = call.responseField === 'flat' ? (output.properties ?? {}) : { [call.responseField]: output }
	const success = { type: 'object', properties: { code: { const: codeOf(call) }, ...properties } }
	const responses: Record<string, { description: string; content?: object }> = {
		200: { description: `Success: code ${call.success}`, content: { 'application/json': { schema: success } } },
	}
	for (const [name, { http, code }] of Object.entries({ ...call.refusals, ...commonOf(call) })) {
		const known = responses[http]
		const line = `${name}: code ${code}`
		responses[http] = { ...known, description: known ? `${known.description}; ${line}` : line }
	}
	return responses
}

const codeOf = ({ success, codeAsString }: Call) => (codeAsString ? String(success) : success)

/** Returns the common refusals this call can return. */
function commonOf(call: Call): Refusals {
	const { signedOut, forbidden, staleToken, ...others } = commonRefusals
	return {
		invalidInput: others.invalidInput,
		tooMany: others.tooMany,
		broken: others.broken,
		busy: busyRefusal,
		...(call.who === 'member' && { signedOut, forbidden }),
		...(needsToken(call) && { staleToken }),
	}
}

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
h2{margin-top:3rem;text-transform:capitalize}article{border-top:1px solid #8885;padding:1rem 0}h3{font:600 1rem ui-monospace,monospace;margin:0}
table{border-collapse:collapse;font-size:.875rem}td,th{text-align:left;padding:.2rem 1rem .2rem 0;vertical-align:top}code{font-family:ui-monospace,monospace}td,h3{overflow-wrap:anywhere}pre{overflow:auto;font-size:.8125rem}`
const styleHash = `sha256-${createHash('sha256').update(style).digest('base64')}`

const policy = `default-src 'none'; style-src '${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const text = (value: string) => value.replace(/[&<>]/g, sign => `&#${sign.charCodeAt(0)};`)

const pageOf = (groups: Group[]): string => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>Parley: calls</title><style>${style}</style></head><body>
<h1>Calls of the Parley server</h1>
<p>Made from the contracts. Machine-readable: <a href="/docs/openapi.json">OpenAPI 3.1</a>. Answers are
<code>{ code, data }</code>; refusals carry the code of their call.</p>
${groups.map(({ name, calls }) => `<h2>${text(name)}</h2>${calls.map(articleOf).join('')}`).join('\n')}</body></html>`

const articleOf = (call: Call): string => `<article><h3>${text(call.route)}</h3><p>${text(call.summary)} ${
	call.who === 'member' ? 'For members.' : 'For anyone.'
}</p>
<table><tr><th>Takes</th><td>${fieldsOf(schemaOf(call, 'input'))}${needsToken(call) ? ' <code>_token</code>' : ''}</td></tr>
<tr><th>Answers</th><td><code>${call.success}</code> ${fieldsOf(schemaOf(call, 'output'))}</td></tr>
<tr><th>Refuses</th><td>${refusalsOf(call)}</td></tr></table></article>`

const fieldsOf = ({ properties = {}, required: needed = [] }: JsonSchema): string =>
	Object.keys(properties)
		.map(name => `<code>${text(name)}${needed.includes(name) ? '' : '?'}</code>`)
		.join(' ') || 'nothing'

const refusalsOf = (call: Call): string =>
	Object.entries({ ...call.refusals, ...commonOf(call) })
		.map(([name, { http, code }]) => `<code>${text(name)}</code> ${http}/${code}`)
		.join(', ')
