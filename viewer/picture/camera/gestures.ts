import CameraControls from 'camera-controls'

/** What a mouse and fingers do with the camera: orbit, pan, and nearer, which in a parallel view is larger. */
export function setGestures({ mouseButtons, touches }: CameraControls, isParallel: boolean) {
  const { ACTION } = CameraControls
  mouseButtons.left = ACTION.ROTATE
  mouseButtons.right = ACTION.TRUCK
  mouseButtons.middle = ACTION.TRUCK
  mouseButtons.wheel = isParallel ? ACTION.ZOOM : ACTION.DOLLY
  touches.one = ACTION.TOUCH_ROTATE
  touches.two = isParallel ? ACTION.TOUCH_ZOOM_TRUCK : ACTION.TOUCH_DOLLY_TRUCK
  touches.three = ACTION.TOUCH_TRUCK
}
