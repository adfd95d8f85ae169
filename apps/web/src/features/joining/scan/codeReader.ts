/** Reads the codes in a picture or in what a camera shows now. */
export interface CodeReader {
	read(source: ImageBitmapSource): Promise<string[]>
}

interface Detector {
	detect(source: ImageBitmapSource): Promise<{ rawValue: string }[]>
}
interface DetectorClass {
	new (options: { formats: string[] }): Detector
	getSupportedFormats(): Promise<string[]>
}

const formats = ['qr_code']

/** The engine's own reader where it has one for our kind of code; otherwise one we bring, with its works from our site. */
export async function openCodeReader(
	native = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector,
	bring = broughtReader,
): Promise<CodeReader> {
	const own = await native?.getSupportedFormats().catch(() => [] as string[])
	const Reader = native && own?.includes('qr_code') ? native : await bring()
	const reader = new Reader({ formats })
	return { read: async source => (await reader.detect(source)).map(code => code.rawValue) }
}

async function broughtReader(): Promise<DetectorClass> {
	const [{ BarcodeDetector, prepareZXingModule }, { default: works }] = await Promise.all([
		import('barcode-detector/ponyfill'),
		import('zxing-wasm/reader/zxing_reader.wasm?url'),
	])
	prepareZXingModule({ overrides: { locateFile: () => works } })
	return BarcodeDetector as unknown as DetectorClass
}
