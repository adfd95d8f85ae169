/** The part of the Document Picture-in-Picture API that is needed; TypeScript does not know it yet. */
export interface PictureInPictureApi {
	requestWindow(options: { width: number; height: number }): Promise<Window>
}

declare global {
	interface Window {
		documentPictureInPicture?: PictureInPictureApi
	}
}

const size = { width: 320, height: 236 }

/** Opens a window above all others, with the styles and the theme of this page; to be called from a tap or key. */
export async function openPageWindow(api: PictureInPictureApi): Promise<Window> {
	const opened = await api.requestWindow(size)
	const { document: page } = opened
	page.documentElement.lang = document.documentElement.lang
	page.documentElement.className = document.documentElement.className
	for (const sheet of document.querySelectorAll('link[rel="stylesheet"], style'))
		page.head.append(sheet.cloneNode(true))
	page.body.dataset.theme = 'dark'
	return opened
}
