/** Told how much of a request has been sent, from 0 to 1. */
export type UploadProgress = (sent: number) => void

/** Sends files like `fetch`, and also reports progress, which `fetch` can't. Rejects like `fetch`. */
export function sendWithProgress(
	url: string,
	{
		method,
		headers,
		body,
		signal,
	}: Pick<RequestInit, 'method' | 'signal'> & {
		headers: Record<string, string>
		body?: XMLHttpRequestBodyInit
	},
	onProgress: UploadProgress,
): Promise<Response> {
	return new Promise((resolve, reject) => {
		const request = new XMLHttpRequest()
		const abort = () => request.abort()
		request.open(method ?? 'POST', url)
		for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
		request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
			if (lengthComputable && total > 0) onProgress(loaded / total)
		}
		request.onload = () => {
			const retryAfter = request.getResponseHeader('retry-after')
			resolve(
				new Response(request.responseText, {
					status: request.status,
					...(retryAfter !== null && { headers: { 'retry-after': retryAfter } }),
				}),
			)
		}
		request.onerror = () => reject(new TypeError('network'))
		request.onabort = () => reject(new DOMException('aborted', 'AbortError'))
		request.onloadend = () => signal?.removeEventListener('abort', abort)
		signal?.addEventListener('abort', abort)
		request.send(body ?? null)
	})
}
