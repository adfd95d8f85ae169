import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One span, as far as tests read it; ids in hexadecimal. */
export interface ReceivedSpan {
	traceId: string
	spanId: string
	parentId: string
	name: string
	attributes: Record<string, string | number>
}

/** A collector of traces that keeps what it is sent. */
export async function startOtlpReceiver() {
	const spans: ReceivedSpan[] = []
	const requests: { path: string | undefined; headers: NodeJS.Dict<string | string[]>; bytes: Buffer }[] = []
	let status = 200
	const server = createServer(async (request, response) => {
		const parts: Buffer[] = []
		for await (const part of request) parts.push(part)
		const bytes = Buffer.concat(parts)
		requests.push({ path: request.url, headers: request.headers, bytes })
		spans.push(...spansIn(bytes))
		response.writeHead(status, { 'content-type': 'application/x-protobuf' }).end()
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	return {
		spans,
		requests,
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		refuse() {
			status = 400
		},
		close: () => void server.close().closeAllConnections(),
	}
}

/** The fields of a message of Protocol Buffers, by number. */
function fieldsOf(bytes: Buffer): Map<number, (Buffer | number)[]> {
	const fields = new Map<number, (Buffer | number)[]>()
	let at = 0
	function varint(): number {
		let value = 0
		for (let factor = 1; ; factor *= 128) {
			const byte = bytes[at++] ?? 0
			value += (byte & 127) * factor
			if (byte < 128) return value
		}
	}
	function take(length: number): Buffer {
		const from = at
		at += length
		return bytes.subarray(from, at)
	}
	while (at < bytes.length) {
		const key = varint()
		const [number, wireType] = [key >>> 3, key & 7]
		const value = wireType === 0 ? varint() : take(wireType === 1 ? 8 : wireType === 5 ? 4 : varint())
		fields.set(number, [...(fields.get(number) ?? []), value])
	}
	return fields
}

const messages = (fields: Map<number, (Buffer | number)[]>, number: number) =>
	(fields.get(number) ?? []).map(field => fieldsOf(field as Buffer))
const bytesOf = (fields: Map<number, (Buffer | number)[]>, number: number) =>
	(fields.get(number)?.[0] as Buffer | undefined) ?? Buffer.alloc(0)

/** ExportTraceServiceRequest → ResourceSpans → ScopeSpans → Span (opentelemetry/proto/trace/v1/trace.proto). */
const spansIn = (bytes: Buffer): ReceivedSpan[] =>
	messages(fieldsOf(bytes), 1)
		.flatMap(resource => messages(resource, 2))
		.flatMap(scope => messages(scope, 2))
		.map(span => ({
			traceId: bytesOf(span, 1).toString('hex'),
			spanId: bytesOf(span, 2).toString('hex'),
			parentId: bytesOf(span, 4).toString('hex'),
			name: bytesOf(span, 5).toString(),
			attributes: Object.fromEntries(
				messages(span, 9).map(pair => {
					const [value] = messages(pair, 2)
					const text = value?.get(1)?.[0] as Buffer | undefined
					return [bytesOf(pair, 1).toString(), text?.toString() ?? (value?.get(3)?.[0] as number)]
				}),
			),
		}))
