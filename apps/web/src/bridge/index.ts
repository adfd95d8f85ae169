export { type BridgeOptions, connectBridge } from './connectBridge.ts'
export { type AppDetection, getAppVersion, isInApp } from './inApp.ts'
export { createStatusBar, getStatusBarColour, type StatusBar, type StatusBarBackground } from './statusBar.ts'
export { BridgeContext, useBridge, useBridgeHandler, useBridgeInfo } from './useBridge.ts'
