import { readFile } from 'node:fs/promises'
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { engineFile } from '../../sdk/im/build/build.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))

/** Third-party pages with the published SDK, on the origin of a server; other requests are forwarded to it. */
export interface SdkPages {
	readonly url: string
	/** Closes the sockets of the pages; none can be opened until {@link join}. */
	cut(): void
	join(): void
	/** Requested files of the package. */
	readonly loaded: string[]
	close(): Promise<void>
}

/** @param sdk output folder of the package */
export async function openSdkPages(serverUrl: string, sdk: string): Promise<SdkPages> {
	const target = new URL(serverUrl)
	const sockets = new Set<Socket>()
	const loaded: string[] = []
	let isCut = false

	async function answerFile(path: string, response: ServerResponse) {
		const isPage = path.endsWith('.html')
		if (path.startsWith('/sdk/')) loaded.push(path.slice('/sdk/'.length))
		const file = path === '/engine.io-client.js' ? engineFile : isPage ? join(folder, path) : join(sdk, path.slice(5))
		const text = await readFile(file).catch(() => undefined)
		const headers = { 'content-type': isPage ? 'text/html' : 'text/javascript', 'cache-control': 'no-store' }
		response.writeHead(text ? 200 : 404, headers).end(text)
	}
	function passOn(question: IncomingMessage, response: ServerResponse) {
		const { method, url, headers } = question
		const onward = ask({ host: target.hostname, port: target.port, method, path: url, headers }, answer => {
			response.writeHead(answer.statusCode ?? 502, answer.headers)
			answer.pipe(response)
		})
		onward.on('error', () => response.destroy())
		question.pipe(onward)
	}
	const server = createServer((question, response) => {
		const path = new URL(question.url ?? '/', serverUrl).pathname
		const isOurs = path.startsWith('/sdk/') || path.endsWith('.html') || path === '/engine.io-client.js'
		if (isOurs) void answerFile(path, response)
		else passOn(question, response)
	})
	server.on('upgrade', ({ method, url, rawHeaders }: IncomingMessage, page: Socket, head: Buffer) => {
		if (isCut) return page.destroy()
		const line = connect(Number(target.port), target.hostname)
		const fields = rawHeaders.flatMap((name, index) => (index % 2 ? [] : [`${name}: ${rawHeaders[index + 1]}`]))
		line.write(`${method} ${url} HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n`)
		line.write(head)
		page.pipe(line).pipe(page)
		for (const end of [page, line]) {
			sockets.add(end)
			end.on('error', () => {})
			end.on('close', () => {
				sockets.delete(end)
				page.destroy()
				line.destroy()
			})
		}
	})
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	const cut = () => {
		isCut = true
		for (const socket of sockets) socket.destroy()
	}
	return {
		url: `http://localhost:${(server.address() as AddressInfo).port}`,
		cut,
		join() {
			isCut = false
		},
		loaded,
		async close() {
			cut()
			server.closeAllConnections()
			await new Promise(resolve => server.close(resolve))
		},
	}
}
