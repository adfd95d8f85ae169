// The smaller build has the same interface, without types of its own.
declare module 'hls.js/light' {
	export * from 'hls.js'
	export { default } from 'hls.js'
}
